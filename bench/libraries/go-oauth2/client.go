package suite

import (
	"context"
	"net/http"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

// Connect returns the client of the package's page: it fetches a token, keeps it, and renews it when it expires.
func Connect(apiURL, tokenURL, clientID, clientSecret string) *Client {
	config := &clientcredentials.Config{ClientID: clientID, ClientSecret: clientSecret, TokenURL: tokenURL}
	plain := &http.Client{Timeout: 3 * time.Second}
	client := config.Client(context.WithValue(context.Background(), oauth2.HTTPClient, plain))
	client.Timeout = 3 * time.Second
	return &Client{http: client, apiURL: apiURL}
}
