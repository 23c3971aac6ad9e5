# syntax=docker/dockerfile:1
# The service with everything it needs, built from the lock with every hash checked.
FROM python:3.11-slim AS build
WORKDIR /src
COPY requirements.lock pyproject.toml setup.py README.md LICENSE ./
RUN python -m venv /opt/wardiary \
    && /opt/wardiary/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY domain domain
COPY projections projections
COPY adapters adapters
COPY tools tools
RUN /opt/wardiary/bin/pip install --no-cache-dir --no-deps --no-build-isolation .

FROM python:3.11-slim
COPY --from=build /opt/wardiary /opt/wardiary
RUN useradd --system --uid 10001 --create-home --home-dir /var/lib/wardiary wardiary
USER wardiary
WORKDIR /var/lib/wardiary
ENV PATH=/opt/wardiary/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    WARDIARY_HOST=0.0.0.0 \
    WARDIARY_PORT=8000 \
    WARDIARY_JSON_LOG=true \
    WARDIARY_STORE=/var/lib/wardiary/matches.db
VOLUME /var/lib/wardiary
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/readyz', timeout=2)"]
CMD ["wardiary", "serve"]
