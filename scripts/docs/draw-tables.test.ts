import { expect, test } from "vitest";
import { drawTables } from "./draw-tables.ts";

const SCHEMA = `CREATE TABLE payments (
  org_id     uuid NOT NULL,
  -- Names the payment.
  payment_id uuid NOT NULL,
  PRIMARY KEY (org_id, payment_id)
);
`;

test("a picture of tables shows columns of the schema, and is refused for any other", () => {
  expect(drawTables("Tables", "payments: payment_id", SCHEMA)).toContain(">payment_id</text>");
  expect(() => drawTables("Tables", "payments: payment_number", SCHEMA)).toThrow(
    "payments has no column payment_number",
  );
  expect(() => drawTables("Tables", "refunds: payment_id", SCHEMA)).toThrow("there is no table refunds");
});
