import Type, { type Static } from "typebox";
import { organizationExists } from "#src/parties/organizations/index.ts";
import { type Caller, idOf, organizationOf, scopeOf } from "#src/kernel/http/caller.ts";
import { invalidField, notFound } from "#src/kernel/http/errors.ts";
import { readPage, shownPage } from "#src/kernel/http/pagination.ts";
import {
  Country,
  CountryCode,
  CreatedAt,
  Email,
  Id,
  Metadata,
  Named,
  Nullable,
  OneOf,
  OrgId,
  properties,
  UpdatedAt,
} from "#src/kernel/http/schemas.ts";
import { created, nothing, ok, operations, pages } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { isId, newId } from "@corridor/base/ids.ts";
import { toE164 } from "@corridor/base/phone.ts";
import { type Customer, CUSTOMER_STATUSES, type CustomerContent } from "./customer.ts";
import { listCustomers, selectCustomer } from "./queries.ts";
import { changeCustomer, createCustomer, type CustomerDeps, eraseCustomer, mergeCustomer } from "./write-customer.ts";

const MAX_METADATA_BYTES = 16 * 1024;
const text = (maxLength: number, description: string) =>
  Type.Optional(Nullable(Type.String({ minLength: 1, maxLength, description })));

const Content = properties({
  reference: text(200, "The customer's id in your own system; unique"),
  name: text(200, "The name that providers get for a payer"),
  email: [Type.Optional(Nullable(Email)), "E-mail address"],
  phone: text(40, "In international form; kept as E.164"),
  country: Type.Optional(Nullable(CountryCode)),
  metadata: Type.Optional(Nullable(Metadata)),
});
const ContentBody = Named("CustomerChange", Content);

const CustomerItem = Named(["Customer", "A person or business that pays or is paid"], {
  customer_id: [Id, "The customer who pays or is paid, as `/customers` knows them"],
  org_id: OrgId,
  reference: [Type.Optional(Type.String()), "The customer's id in your own system"],
  name: [Type.Optional(Type.String()), "The customer's name"],
  email: [Type.Optional(Type.String()), "E-mail address"],
  phone: [Type.Optional(Type.String()), "Phone number by E.164"],
  country: Type.Optional(Country),
  metadata: Metadata,
  status: [
    OneOf(CUSTOMER_STATUSES),
    "Status of the customer. merged: `merged_into` replaces this customer. erasing: the customer's data is erased, " +
      "and the customer's payments are being cleared of it",
  ],
  merged_into: [Type.Optional(Id), "The customer that this customer was merged into"],
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

export function customerRoutes(deps: CustomerDeps): (app: App) => void {
  const { db } = deps;
  async function visible(caller: Caller, customerId: string): Promise<Customer> {
    const customer = await selectCustomer(db, scopeOf(caller), idOf(customerId, "Customer"));
    if (customer === undefined) throw notFound("Customer");
    return customer;
  }

  return (app) => {
    const on = operations(app, "Customers");
    on("POST /customers", {
      id: "createCustomer",
      summary: "Create a customer",
      description:
        "Payments and virtual accounts refer to the customer by `customer_id`; a payin takes omitted " +
        "`payer_details` from the customer.",
      body: Named("CustomerInput", {
        ...Content,
        org_id: [Type.Optional(Type.String()), "For platform people; members act in their own organization"],
      }),
      answer: created("Customer created", CustomerItem),
      handle: async (request) => {
        const { caller, body } = request;
        const orgId = organizationOf(caller, body.org_id);
        if (caller.platformRole !== null && !(await organizationExists(db, orgId))) throw notFound("Organization");
        const key = { orgId, customerId: request.idempotencyId ?? newId() };
        return itemOf(await createCustomer(deps, request, key, readContent(body)));
      },
    });

    on("GET /customers", {
      id: "listCustomers",
      summary: "List customers, newest first",
      query: Type.Object({
        org_id: Type.Optional(Id),
        status: Type.Optional(OneOf(CUSTOMER_STATUSES)),
        email: Type.Optional(Type.String({ maxLength: 254 })),
        phone: Type.Optional(Type.String({ maxLength: 40 })),
        reference: Type.Optional(Type.String({ maxLength: 200 })),
      }),
      answer: pages("Customers", CustomerItem),
      handle: async (request) => {
        const { org_id, phone, ...filters } = request.query;
        const scope = scopeOf(request.caller, org_id);
        const page = readPage(request, "customers", scope);
        const named = { ...filters, ...(phone === undefined ? {} : { phone: toE164(phone) ?? phone }) };
        return shownPage(await listCustomers(db, scope, named, page), page, (row) => [row.customerId], itemOf);
      },
    });

    on("GET /customers/:customer_id", {
      id: "getCustomer",
      summary: "Read a customer",
      answer: ok("Customer", CustomerItem),
      handle: async (request) => itemOf(await visible(request.caller, request.params.customer_id)),
    });

    on("PATCH /customers/:customer_id", {
      id: "changeCustomer",
      summary: "Change a customer",
      description:
        "Given fields replace stored ones, null removes a field; `metadata` is merged field by field. Existing " +
        "payments stay unchanged.",
      body: ContentBody,
      answer: ok("Customer changed", CustomerItem),
      errors: {
        409: "The customer was merged or erased, or another customer has the reference (REFERENCE_USED)",
      },
      handle: async (request) => {
        const customer = await visible(request.caller, request.params.customer_id);
        return itemOf(await changeCustomer(deps, request, customer, readContent(request.body)));
      },
    });

    on("POST /customers/:customer_id/merge", {
      id: "mergeCustomer",
      summary: "Merge a customer into another one",
      description:
        "Permanent: the id then refers to the other customer, whose lists include the payments and accounts of " +
        "both. Returns the other customer.",
      body: Named(
        "CustomerMerge",
        { into: [Id, "Id of the customer that remains after the merge"] },
        { additionalProperties: false },
      ),
      answer: ok("Customers merged", CustomerItem),
      handle: async (request) => {
        const customer = await visible(request.caller, request.params.customer_id);
        const { into } = request.body;
        if (!isId(into)) throw invalidField("into", "is not a customer of this organization");
        return itemOf(await mergeCustomer(deps, request, customer, into.toLowerCase()));
      },
    });

    on("DELETE /customers/:customer_id", {
      id: "eraseCustomer",
      summary: "Erase a customer's personal data",
      description:
        "Permanent. The customer's own data is erased at once. Its payments lose payer, account, card and phone " +
        "details, description and metadata, in the record and in events, as soon as they are finished. Amounts, " +
        "ids, `client_reference`, ledger and audit log stay.",
      answer: nothing,
      errors: { 409: "The customer was merged or erased" },
      handle: async (request) => {
        await eraseCustomer(deps, request, await visible(request.caller, request.params.customer_id));
      },
    });
  };
}

function readContent(body: Static<typeof ContentBody> & { org_id?: string }): Partial<CustomerContent> {
  const { phone, metadata, org_id: _, ...content } = body;
  const e164 = phone == null ? phone : toE164(phone);
  if (phone != null && e164 === null) throw invalidField("phone", "is not a phone number in international form");
  if (metadata != null && Buffer.byteLength(JSON.stringify(metadata)) > MAX_METADATA_BYTES)
    throw invalidField("metadata", `must be at most ${MAX_METADATA_BYTES} bytes as JSON`);
  return { ...content, ...(e164 === undefined ? {} : { phone: e164 }), ...(metadata == null ? {} : { metadata }) };
}

function itemOf({ orgId, customerId, mergedInto, createdAt, updatedAt, status, metadata, ...content }: Customer) {
  const known = Object.fromEntries(Object.entries(content).filter(([, value]) => value !== null)) as {
    [K in keyof typeof content]?: string;
  };
  return {
    customer_id: customerId,
    org_id: orgId,
    ...known,
    metadata: { ...metadata },
    status,
    ...(mergedInto === null ? {} : { merged_into: mergedInto }),
    created_at: createdAt,
    updated_at: updatedAt,
  };
}
