// The client that openapi-generator generates, used once: see docs/reference/clients.md.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"time"

	corridor "github.com/example/corridor-go"
)

func main() {
	config := corridor.NewConfiguration()
	config.Servers = corridor.ServerConfigurations{{URL: os.Getenv("CORRIDOR_URL")}}
	config.AddDefaultHeader("Authorization", "NONE")
	config.AddDefaultHeader("X-Api-Key", os.Getenv("CORRIDOR_API_KEY"))
	api, ctx := corridor.NewAPIClient(config), context.Background()

	var secret string
	completed := make(chan corridor.PaymentEvent, 1)
	go http.ListenAndServe("127.0.0.1:4244", http.HandlerFunc(func(answer http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		var event corridor.PaymentEvent
		if !corridor.Verify(secret, body, request.Header, time.Now()) || json.Unmarshal(body, &event) != nil {
			answer.WriteHeader(http.StatusBadRequest)
			return
		}
		completed <- event
	}))
	endpoint := corridor.NewWebhookEndpointInput("http://127.0.0.1:4244/")
	endpoint.SetEvents([]string{"payment.completed"})
	webhook, _, err := api.WebhooksAPI.RegisterWebhook(ctx).WebhookEndpointInput(*endpoint).Execute()
	check(err)
	secret = webhook.Data.SecretKey

	payment := corridor.NewPaymentRequest(1500, 1500, "GHS", "GHS", "mobile_money", "payin")
	payment.SetCountry("GH")
	payer, wallet := corridor.NewPayerInput(), corridor.NewMobileMoneyInput()
	payer.SetName("Ama Owusu")
	payer.SetPhone("+233241234567")
	wallet.SetProvider("MTN")
	wallet.SetPhoneNumber("+233241234567")
	payment.SetPayerDetails(*payer)
	payment.SetMobileMoneyDetails(*wallet)
	started, _, err := api.PaymentInitiationAPI.InitiatePayment(ctx).PaymentRequest(*payment).IdempotencyKey("order-" + fmt.Sprint(time.Now().UnixNano())).Execute()
	check(err)
	fmt.Println("started", started.Response.PaymentId, started.Response.Status)

	event := <-completed
	fmt.Println("verified", event.EventType, event.Data.PaymentId)
	read, _, err := api.PaymentsAPI.GetPayment(ctx, started.Response.PaymentId).Execute()
	check(err)
	fmt.Println("read", read.Data.Status, read.Data.Amount, read.Data.Currency)
	list, _, err := api.TransactionsAPI.ListTransactions(ctx).Status(corridor.PAYMENTSTATUS_COMPLETED).Limit(3).Execute()
	check(err)
	fmt.Println("listed", len(list.Data), list.Meta.HasMore)
}

func check(err error) {
	if err == nil {
		return
	}
	if refused, ok := err.(*corridor.GenericOpenAPIError); ok {
		log.Fatal(err, " ", string(refused.Body()))
	}
	log.Fatal(err)
}
