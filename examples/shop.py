"""A shop in one file, with the standard library only: python3 examples/shop.py, then open http://localhost:4242"""

import hashlib
import hmac
import json
import os
import urllib.error
import urllib.parse
import urllib.request
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def demo():
    with open(os.path.join(os.environ.get("DATA_DIR", ".data"), "demo.json")) as file:
        return json.load(file)


URL = os.environ.get("CORRIDOR_URL") or demo()["base_url"]
API_KEY = os.environ.get("CORRIDOR_API_KEY") or demo()["organizations"][0]["api_key"]
WEBHOOK_SECRET = os.environ.get("CORRIDOR_WEBHOOK_SECRET")
PORT = int(os.environ.get("SHOP_PORT", "4242"))
PRICE = 60  # GHS

# Order id to order. A real shop keeps them in its database.
orders = {}


def corridor(method, path, body=None, headers=None):
    request = urllib.request.Request(URL + path, method=method, data=None if body is None else json.dumps(body).encode())
    for name, value in {"Authorization": "NONE", "X-Api-Key": API_KEY, "Content-Type": "application/json", **(headers or {})}.items():
        request.add_header(name, value)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def buy(phone):
    order_id = str(uuid.uuid4())
    payment = {
        "amount": PRICE, "target_amount": PRICE, "currency": "GHS", "target_currency": "GHS", "country": "GH",
        "payment_method": "mobile_money", "direction": "payin", "client_reference": order_id,
        "payer_details": {"name": "A customer", "phone": phone},
        "mobile_money_details": {"provider": "MTN", "phone_number": phone},
    }
    # The key makes it safe to send the same order again when no answer came.
    response = corridor("POST", "/payments-init/initiate", payment, {"Idempotency-Key": order_id})["response"]
    orders[order_id] = {"payment_id": response["payment_id"], "paid_by_webhook": False}
    return order_id


def is_genuine(raw_body, signature):
    """The signature is over the raw body: check it before parsing."""
    expected = hmac.new(WEBHOOK_SECRET.encode(), raw_body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, signature or "")


def receive_webhook(raw_body, signature):
    if WEBHOOK_SECRET is None or not is_genuine(raw_body, signature):
        return 400
    event = json.loads(raw_body)
    for order in orders.values():
        if order["payment_id"] == event["data"].get("payment_id") and event["event_type"] == "payment.completed":
            order["paid_by_webhook"] = True  # Twice does no harm.
    return 204


STYLE = "<style>body{font:16px/1.5 system-ui;margin:3rem auto;max-width:34rem;padding:0 1rem}button,input{font:inherit;padding:.4rem .7rem}</style>"


def page(content):
    return '<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title>' + STYLE + content


def is_open(order, status):
    if status == "completed":
        return WEBHOOK_SECRET is not None and not order["paid_by_webhook"]
    return status not in ("failed", "canceled", "refunded")


def order_page(order):
    status = corridor("GET", "/payments/" + order["payment_id"])["data"]["status"]
    webhook = "none, CORRIDOR_WEBHOOK_SECRET is not set" if WEBHOOK_SECRET is None else "received" if order["paid_by_webhook"] else "not yet"
    again = '<meta http-equiv="refresh" content="2">' if is_open(order, status) else ""  # The page looks again by itself.
    return page(f'{again}<h1>Your order</h1><p>Status: <b>{status}</b></p><p>Webhook: {webhook}</p><p><a href="/">Back to the shop</a></p>')


SHOP = page(f'<h1>A basket of mangoes, GHS {PRICE}</h1><form method="post" action="/buy"><label>Mobile money number <input name="phone" value="+233241234567"></label> <button>Buy</button></form>')


class Shop(BaseHTTPRequestHandler):
    def answer(self, status, text="", **headers):
        self.send_response(status)
        for name, value in {"Content-Type": "text/html", "Content-Length": str(len(text.encode())), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text.encode())

    def do_GET(self):
        order = orders.get(self.path.removeprefix("/orders/"))
        if self.path == "/":
            self.answer(200, SHOP)
        elif order is None:
            self.answer(404)
        else:
            self.answer(200, order_page(order))

    def do_POST(self):
        raw_body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        if self.path == "/hook":
            self.answer(receive_webhook(raw_body, self.headers.get("X-Service-Signature")))
        elif self.path == "/buy":
            phone = urllib.parse.parse_qs(raw_body.decode())["phone"][0]
            try:
                self.answer(303, Location="/orders/" + buy(phone))
            except urllib.error.HTTPError as error:
                self.answer(502, json.load(error)["message"])
        else:
            self.answer(404)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", PORT), Shop)
    print(f"The shop is open at http://localhost:{PORT}", flush=True)
    server.serve_forever()
