// Lists, reads, updates, and handles a 404, with the client of oapi-codegen.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"

	"example/directory"

	"github.com/google/uuid"
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func main() {
	ctx := context.Background()
	directoryId := uuid.MustParse("0fd4340a-c3c4-4d8b-815a-f5be26abedae")
	filterId := uuid.MustParse("cbd1c79c-294c-450c-81b1-b4300c6faafd")
	unknown := uuid.MustParse("00000000-0000-4000-8000-000000000000")

	credential := strings.TrimSpace(os.Getenv("DIRECTORY_PREFIX") + " " + os.Getenv("DIRECTORY_API_KEY"))
	withKey := directory.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", credential)
		return nil
	})
	client := must(directory.NewClientWithResponses(os.Getenv("DIRECTORY_BASE_URL"), withKey))

	list := must(client.ListPartnerEntriesWithResponse(ctx, directoryId))
	first := (*list.JSON200)[0]
	fmt.Println("listed", *first.Title)

	entry := must(client.GetPartnerEntryWithResponse(ctx, directoryId, *first.Id))
	fmt.Println("read", *entry.JSON200.TheService)

	hidden := "hidden"
	updated := must(client.UpdatePartnerEntryWithResponse(ctx, directoryId, *first.Id,
		directory.PartnerEntryUpdate{Status: &hidden}))
	fmt.Println("updated", *updated.JSON200.Status)

	name := "Renamed"
	filter := must(client.UpdateFilterWithResponse(ctx, filterId, directory.FilterUpdate{Name: &name}))
	fmt.Println("filter", *filter.JSON200.Name)

	missing := must(client.GetPartnerEntryWithResponse(ctx, directoryId, unknown))
	fmt.Println("missing", missing.StatusCode())
}
