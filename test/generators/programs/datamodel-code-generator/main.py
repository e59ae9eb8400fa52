# Makes an entry and a review of types by datamodel-code-generator.
from models import PartnerEntry, Review

entry = PartnerEntry.model_validate({"title": "Fjordline Data", "the service": "https://fjordline.example"})
assert str(entry.the_service) == "https://fjordline.example/"
assert Review(email="reader@fjordline.example").email == "reader@fjordline.example"
