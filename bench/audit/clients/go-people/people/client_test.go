package people

import (
	"context"
	"os"
	"testing"
)

const (
	alice = "party::3d32e794974ff887169be79f8613605a::122056481f3240fd87d28ea7f8d6f50579ece58dca52009da78791db2dd45eff5d74"
	ben   = "party::d62ff595c625550dad66d6bb49132674::12205fff2edcd8437d6b3f612cce50c3df868c24ae60181128e61471ab6816458128"
	uma   = "party::f7018566a0c887afe1a4443b3b25f668::122033c726f2cd46f814b4a5e70097d39a16fae0bd17538e400d39aa349fd3e0d3c4"
)

var client = New(os.Getenv("ID_EMULATOR_API_URL"), os.Getenv("ID_EMULATOR_TOKEN_URL"), os.Getenv("ID_EMULATOR_CLIENT_ID"), os.Getenv("ID_EMULATOR_CLIENT_SECRET"))

func TestFindsAlice(t *testing.T) {
	found, err := client.Find(context.Background(), "alicearcher")
	if err != nil || len(found) != 1 || found[0].PartyID != alice {
		t.Fatalf("found %v, %v", found, err)
	}
}

func TestFindsAliceByAddress(t *testing.T) {
	found, err := client.Find(context.Background(), "alice.archer@example.com")
	if err != nil || len(found) != 1 {
		t.Fatalf("found %v, %v", found, err)
	}
}

func TestAddressIsUnknown(t *testing.T) {
	found, err := client.Find(context.Background(), "nobody@example.com")
	if err != nil || len(found) != 0 {
		t.Fatalf("found %v, %v", found, err)
	}
}

func TestAddressIsStillUnknown(t *testing.T) {
	if found, err := client.Find(context.Background(), "nobody@example.com"); err != nil || found != nil {
		t.Fatalf("found %v, %v", found, err)
	}
}

func TestAddressesOfBen(t *testing.T) {
	addresses, err := client.Addresses(context.Background(), ben)
	if err != nil || len(addresses) != 1 || addresses[0] != "ben.brook@example.com" {
		t.Fatalf("found %v, %v", addresses, err)
	}
}

func TestAddressesOfAlice(t *testing.T) {
	addresses, err := client.Addresses(context.Background(), alice)
	if err != nil || len(addresses) != 6 {
		t.Fatalf("found %v, %v", addresses, err)
	}
}

func TestAsksUma(t *testing.T) {
	if err := client.Ask(context.Background(), uma, "GITHUB"); err != nil {
		t.Fatal(err)
	}
}
