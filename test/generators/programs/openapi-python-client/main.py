# Lists, reads, updates, and handles a 404, with the client of openapi-python-client.
import os
from uuid import UUID

from client import AuthenticatedClient
from client.api.filters import update_filter
from client.api.partner_entries import get_partner_entry, list_partner_entries, update_partner_entry
from client.models import ApiError, Filter, FilterUpdate, PartnerEntry, PartnerEntryUpdate

DIRECTORY = UUID("0fd4340a-c3c4-4d8b-815a-f5be26abedae")
FILTER = UUID("cbd1c79c-294c-450c-81b1-b4300c6faafd")
UNKNOWN = UUID("00000000-0000-4000-8000-000000000000")

client = AuthenticatedClient(
    os.environ["DIRECTORY_BASE_URL"], token=os.environ["DIRECTORY_API_KEY"], prefix=os.environ["DIRECTORY_PREFIX"]
)

entries = list_partner_entries.sync(DIRECTORY, client=client)
assert entries is not None and not isinstance(entries, ApiError)
first = entries[0]
print("listed", first.title)

entry = get_partner_entry.sync(DIRECTORY, first.id, client=client)
assert isinstance(entry, PartnerEntry)
print("read", entry.the_service)

entry = update_partner_entry.sync(DIRECTORY, first.id, client=client, body=PartnerEntryUpdate(status="hidden"))
assert isinstance(entry, PartnerEntry)
print("updated", entry.status)

updated = update_filter.sync(FILTER, client=client, body=FilterUpdate(name="Renamed"))
assert isinstance(updated, Filter)
print("filter", updated.name)

response = get_partner_entry.sync_detailed(DIRECTORY, UNKNOWN, client=client)
print("missing", int(response.status_code))
