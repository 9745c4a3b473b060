// A shop in one file: node examples/shop.mjs, then open http://localhost:4242
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createClient, verifyWebhook, WebhookVerificationError } from "corridor-client/index.ts";

const demo = () => JSON.parse(readFileSync(`${process.env.DATA_DIR ?? ".data"}/demo.json`, "utf8"));
const baseUrl = process.env.CORRIDOR_URL ?? demo().base_url;
const apiKey = process.env.CORRIDOR_API_KEY ?? demo().organizations[0].api_key;
const webhookSecret = process.env.CORRIDOR_WEBHOOK_SECRET;
const port = Number(process.env.SHOP_PORT ?? 4242);
const PRICE = 60; // GHS

/** Order id to order. A real shop keeps them in its database. */
const orders = new Map();

const corridor = createClient({ baseUrl, apiKey });

async function buy(phone) {
  const id = randomUUID();
  const payment = {
    amount: PRICE,
    target_amount: PRICE,
    currency: "GHS",
    target_currency: "GHS",
    country: "GH",
    payment_method: "mobile_money",
    direction: "payin",
    client_reference: id,
    payer_details: { name: "A customer", phone },
    mobile_money_details: { provider: "MTN", phone_number: phone },
  };
  // The key makes it safe to send the same order again when no answer came.
  const { payment_id, status } = await corridor.payments.initiate(payment, { idempotencyKey: id });
  orders.set(id, { id, paymentId: payment_id, status, paidByWebhook: false });
  return id;
}

async function receiveWebhook(payload, headers) {
  if (webhookSecret === undefined) return 400;
  try {
    const event = await verifyWebhook({ payload, headers, secret: webhookSecret });
    const order = [...orders.values()].find(({ paymentId }) => paymentId === event.data.payment_id);
    // A repeated webhook does no harm.
    if (order !== undefined && event.event_type === "payment.completed") order.paidByWebhook = true;
    return 204;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return 400;
    throw error;
  }
}

async function orderPage(order) {
  order.status = (await corridor.payments.get(order.paymentId)).status;
  const webhook =
    webhookSecret === undefined
      ? "none, CORRIDOR_WEBHOOK_SECRET is not set"
      : order.paidByWebhook
        ? "received"
        : "not yet";
  const again = isOpen(order) ? '<meta http-equiv="refresh" content="2">' : ""; // The page looks again by itself.
  return page(
    `${again}<h1>Your order</h1><p>Status: <b>${order.status}</b></p><p>Webhook: ${webhook}</p><p><a href="/">Back to the shop</a></p>`,
  );
}

const isOpen = ({ status, paidByWebhook }) =>
  !["completed", "failed", "canceled", "refunded"].includes(status) ||
  (status === "completed" && webhookSecret !== undefined && !paidByWebhook);

const STYLE =
  "<style>body{font:16px/1.5 system-ui;margin:3rem auto;max-width:34rem;padding:0 1rem}button,input{font:inherit;padding:.4rem .7rem}</style>";
const page = (content) =>
  `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title>${STYLE}${content}`;
const SHOP = page(
  `<h1>A basket of mangoes, GHS ${PRICE}</h1><form method="post" action="/buy"><label>Mobile money number <input name="phone" value="+233241234567"></label> <button>Buy</button></form>`,
);

async function readBody(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function answer(request, response) {
  try {
    const order = orders.get(request.url.replace("/orders/", ""));
    if (request.method === "GET" && request.url === "/") response.setHeader("content-type", "text/html").end(SHOP);
    else if (request.method === "POST" && request.url === "/buy") {
      const phone = new URLSearchParams(await readBody(request)).get("phone");
      response.writeHead(303, { location: `/orders/${await buy(phone)}` }).end();
    } else if (request.method === "GET" && order !== undefined)
      response.setHeader("content-type", "text/html").end(await orderPage(order));
    else if (request.method === "POST" && request.url === "/hook")
      response.writeHead(await receiveWebhook(await readBody(request), request.headers)).end();
    else response.writeHead(404).end();
  } catch (error) {
    response.writeHead(502, { "content-type": "text/plain" }).end(error.message);
  }
}

createServer((request, response) => void answer(request, response)).listen(port, "127.0.0.1", () =>
  console.log(`The shop is open at http://localhost:${port}`),
);
