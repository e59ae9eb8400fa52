"""The document wants an existing author in each book, which no schema can say: a valid book gets one."""

import requests
import schemathesis


@schemathesis.hook
def before_call(context, case, kwargs):
    is_book = case.operation.path.startswith("/v1/books") and isinstance(case.body, dict) and "authorId" in case.body
    if not is_book or case.meta is None or not case.meta.generation.mode.is_positive:
        return
    # Asked for each time, since the run deletes authors.
    found = requests.get(
        case.operation.base_url + "/v1/authors?per_page=1",
        headers={"Authorization": case.headers.get("Authorization", "")},
        timeout=10,
    )
    try:
        case.body = {**case.body, "authorId": found.json()[0]["id"]}
    except (ValueError, LookupError, TypeError):
        # A service with a fault may list nothing; the case goes as it is.
        return
