# Lists, reads, updates, and handles a 404, with the Python client of openapi-generator.
import os

import openapi_client
from openapi_client.exceptions import NotFoundException

DIRECTORY = "0fd4340a-c3c4-4d8b-815a-f5be26abedae"
FILTER = "cbd1c79c-294c-450c-81b1-b4300c6faafd"
UNKNOWN = "00000000-0000-4000-8000-000000000000"

configuration = openapi_client.Configuration(host=os.environ["DIRECTORY_BASE_URL"])
configuration.api_key["ApiKey"] = os.environ["DIRECTORY_API_KEY"]
if os.environ["DIRECTORY_PREFIX"]:
    configuration.api_key_prefix["ApiKey"] = os.environ["DIRECTORY_PREFIX"]

with openapi_client.ApiClient(configuration) as client:
    partners = openapi_client.PartnerEntriesApi(client)
    filters = openapi_client.FiltersApi(client)

    entries = partners.list_partner_entries(DIRECTORY)
    first = entries[0]
    print("listed", first.title)

    entry = partners.get_partner_entry(DIRECTORY, first.id)
    print("read", entry.the_service)

    entry = partners.update_partner_entry(DIRECTORY, first.id, openapi_client.PartnerEntryUpdate(status="hidden"))
    print("updated", entry.status)

    updated = filters.update_filter(FILTER, openapi_client.FilterUpdate(name="Renamed"))
    print("filter", updated.name)

    try:
        partners.get_partner_entry(DIRECTORY, UNKNOWN)
    except NotFoundException as error:
        print("missing", error.status)
