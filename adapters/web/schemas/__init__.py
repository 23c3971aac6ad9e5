"""What goes in and out over the API, as it is described in the OpenAPI document, part by part."""
