"""The client that openapi-python-client generates, used once: see docs/reference/clients.md."""

import json
import os
import threading
import uuid
from http.server import BaseHTTPRequestHandler, HTTPServer

from corridor_client import Client
from corridor_client.api.payment_initiation import initiate_payment
from corridor_client.api.payments import get_payment
from corridor_client.api.transactions import list_transactions
from corridor_client.api.webhooks import register_webhook
from corridor_client.models import EventType, PaymentEvent, PaymentRequest, PaymentStatus, WebhookEndpointInput
from verify import verify

client = Client(base_url=os.environ["CORRIDOR_URL"], headers={"Authorization": "NONE", "X-Api-Key": os.environ["CORRIDOR_API_KEY"]})
received = []
arrived = threading.Event()


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        genuine = verify(secret, body, {name.lower(): value for name, value in self.headers.items()})
        self.send_response(200 if genuine else 400)
        self.end_headers()
        if genuine:
            received.append(body)
            arrived.set()

    def log_message(self, *_):
        pass


threading.Thread(target=HTTPServer(("127.0.0.1", 4245), Receiver).serve_forever, daemon=True).start()
endpoint = WebhookEndpointInput(endpoint_url="http://127.0.0.1:4245/", events=[EventType.PAYMENT_COMPLETED])
secret = register_webhook.sync(client=client, body=endpoint).data.secret_key

request = PaymentRequest.from_dict(
    {
        "amount": 1500.0, "target_amount": 1500.0, "currency": "GHS", "target_currency": "GHS", "country": "GH",
        "payment_method": "mobile_money", "direction": "payin",
        "payer_details": {"name": "Ama Owusu", "phone": "+233241234567"},
        "mobile_money_details": {"provider": "MTN", "phone_number": "+233241234567"},
    }
)
started = initiate_payment.sync(client=client, body=request, idempotency_key=f"order-{uuid.uuid4()}").response
print("started", started.payment_id, started.status)

arrived.wait(60)
event = PaymentEvent.from_dict(json.loads(received[0]))
print("verified", event.event_type, event.data.payment_id)
payment = get_payment.sync(started.payment_id, client=client).data
print("read", payment.status, payment.amount, payment.currency)
listed = list_transactions.sync(client=client, status=PaymentStatus.COMPLETED, limit=3)
print("listed", len(listed.data), listed.meta.has_more)
