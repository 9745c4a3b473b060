import { valuesOf } from "#src/kernel/fields.ts";
import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { inCamelCase } from "#src/kernel/db/row-source.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { type Brand, hashOfLogo, type Logo } from "./brand.ts";

const SELECTED = inCamelCase(
  "b",
  "color, support_email, support_phone, terms_url, privacy_url, footer, embed_origins, logo_hash",
);

const FIND_BRAND = statement("brand.FIND_BRAND")`SELECT ${SELECTED} FROM checkout_brands b WHERE org_id = $1`;

export async function findBrand(db: Queryable, orgId: string): Promise<Brand | undefined> {
  return (await db.query(FIND_BRAND, [orgId]))[0];
}

const UPSERT_BRAND = statement("brand.UPSERT_BRAND")`
  INSERT INTO checkout_brands (org_id, color, support_email, support_phone, terms_url, privacy_url, footer,
    embed_origins, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    ON CONFLICT (org_id) DO UPDATE SET color = EXCLUDED.color, support_email = EXCLUDED.support_email,
      support_phone = EXCLUDED.support_phone,
      terms_url = EXCLUDED.terms_url, privacy_url = EXCLUDED.privacy_url, footer = EXCLUDED.footer,
        embed_origins = EXCLUDED.embed_origins, updated_at = EXCLUDED.updated_at`;

export async function upsertBrand(tx: Tx, orgId: string, brand: Omit<Brand, "logoHash">, at: Date): Promise<void> {
  const contact = valuesOf(brand, "color", "supportEmail", "supportPhone", "termsUrl", "privacyUrl", "footer");
  await tx.query(UPSERT_BRAND, [orgId, ...contact, brand.embedOrigins, at]);
}

const UPSERT_LOGO = statement("brand.UPSERT_LOGO")`
  INSERT INTO checkout_brands (org_id, logo, logo_type, logo_hash, updated_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (org_id) DO UPDATE SET logo = EXCLUDED.logo, logo_type = EXCLUDED.logo_type,
      logo_hash = EXCLUDED.logo_hash, updated_at = EXCLUDED.updated_at`;

export async function upsertLogo(tx: Tx, orgId: string, logo: Logo | null, at: Date): Promise<void> {
  const image = logo === null ? ([null, null, null] as const) : ([logo.bytes, logo.type, hashOfLogo(logo)] as const);
  await tx.query(UPSERT_LOGO, [orgId, ...image, at]);
}

const FIND_LOGO = statement("brand.FIND_LOGO")`
  SELECT logo AS bytes /* not null */, logo_type AS type /* not null */ FROM checkout_brands
    WHERE logo_hash = $1 LIMIT 1`;

/** Finds a logo by the hash of its content, in any organization: a logo is public. */
export async function findLogo(db: Queryable, hash: string): Promise<Logo | undefined> {
  return (await db.query(FIND_LOGO, [hash]))[0];
}
