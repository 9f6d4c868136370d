package suite

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
)

// Client sends JSON over the http.Client of the library that is under test.
type Client struct {
	http   *http.Client
	apiURL string
}

func (client *Client) Get(path string) (map[string]any, error) {
	return decode(client.http.Get(client.apiURL + path))
}

func (client *Client) Post(path string, body map[string]any) (map[string]any, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	return decode(client.http.Post(client.apiURL+path, "application/json", bytes.NewReader(text)))
}

func decode(response *http.Response, err error) (map[string]any, error) {
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		return nil, fmt.Errorf("status %d", response.StatusCode)
	}
	data := map[string]any{}
	return data, json.NewDecoder(response.Body).Decode(&data)
}
