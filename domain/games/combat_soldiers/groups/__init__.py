"""2.1, 4, 7.3.1, 13.5.1 Groups, their command, sieges and objectives, and units that leave."""
