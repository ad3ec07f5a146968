package engine

import (
	"reflect"
	"testing"
)

func TestStoredEventsAreRead(t *testing.T) {
	want := Paid{From: "p1", To: `a "b": c}`, Amount: 5}
	stored, err := MarshalEvent(want)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{string(stored), " { \"paid\" : {\"from\":\"p1\", \"to\":\"a \\\"b\\\": c}\",\n\"amount\":5}}\n"} {
		if e, err := UnmarshalEvent([]byte(text)); err != nil || !reflect.DeepEqual(e, want) {
			t.Errorf("%s is read as %v, %v", text, e, err)
		}
	}
	for _, text := range []string{
		``, `{}`, `{"paid"}`, `{"paid":}`, `{"paid":{}`, `{"paid":{}}}`, `{"paid":{}} x`, `"paid":{}}`, `{"paid":{"amount":"5"}}`,
		`{"paid":{},"set":{}}`, `{"paid":{"from":"a"},"amount":5}`, `{"pai\u0064":{}`, `{"bought":{}}`,
	} {
		if e, err := UnmarshalEvent([]byte(text)); err == nil {
			t.Errorf("%s is read as %v", text, e)
		}
	}
}
