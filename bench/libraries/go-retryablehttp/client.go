package suite

import (
	"context"
	"time"

	"github.com/hashicorp/go-retryablehttp"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
)

// Connect gives the retrying client of the readme (StandardClient) to golang.org/x/oauth2, which keeps the token.
func Connect(apiURL, tokenURL, clientID, clientSecret string) *Client {
	retrying := retryablehttp.NewClient()
	retrying.RetryMax = 3
	retrying.RetryWaitMin = 100 * time.Millisecond // 1 s by default; less, so that runs are short
	retrying.HTTPClient.Timeout = 3 * time.Second
	retrying.Logger = nil
	config := &clientcredentials.Config{
		ClientID:     clientID,
		ClientSecret: clientSecret,
		TokenURL:     tokenURL,
		AuthStyle:    oauth2.AuthStyleInParams,
	}
	ctx := context.WithValue(context.Background(), oauth2.HTTPClient, retrying.StandardClient())
	return &Client{http: config.Client(ctx), apiURL: apiURL}
}
