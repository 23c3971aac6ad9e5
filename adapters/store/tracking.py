"""What follows the store keeps how far it has come, in one step with what it writes."""

from eventsourcing.persistence import IntegrityError as AlreadyTracked
from eventsourcing.persistence import Tracking, TrackingRecorder

__all__ = ["AlreadyTracked", "Tracking", "TrackingRecorder"]
