// Lists, reads, updates, and handles a 404, with the Java client of openapi-generator.
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.FiltersApi;
import org.openapitools.client.api.PartnerEntriesApi;
import org.openapitools.client.model.FilterUpdate;
import org.openapitools.client.model.PartnerEntryUpdate;

public class Main {
  public static void main(String[] args) throws ApiException {
    UUID directory = UUID.fromString("0fd4340a-c3c4-4d8b-815a-f5be26abedae");
    UUID filterId = UUID.fromString("cbd1c79c-294c-450c-81b1-b4300c6faafd");
    UUID unknown = UUID.fromString("00000000-0000-4000-8000-000000000000");

    String credential = (System.getenv("DIRECTORY_PREFIX") + " " + System.getenv("DIRECTORY_API_KEY")).strip();
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("DIRECTORY_BASE_URL"));
    client.setRequestInterceptor(request -> request.header("Authorization", credential));
    PartnerEntriesApi partners = new PartnerEntriesApi(client);
    FiltersApi filters = new FiltersApi(client);

    var first = partners.listPartnerEntries(directory).get(0);
    System.out.println("listed " + first.getTitle());

    var entry = partners.getPartnerEntry(directory, first.getId());
    System.out.println("read " + entry.getTheService());

    entry = partners.updatePartnerEntry(directory, first.getId(), new PartnerEntryUpdate().status("hidden"));
    System.out.println("updated " + entry.getStatus());

    var filter = filters.updateFilter(filterId, new FilterUpdate().name("Renamed"));
    System.out.println("filter " + filter.getName());

    try {
      partners.getPartnerEntry(directory, unknown);
    } catch (ApiException error) {
      System.out.println("missing " + error.getCode());
    }
  }
}
