import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { type Brand, hashOfLogo, type Logo, type LogoType } from "./brand.ts";

type Row = {
  color: string | null;
  support_email: string | null;
  support_phone: string | null;
  terms_url: string | null;
  privacy_url: string | null;
  footer: string | null;
  embed_origins: string[];
  logo_hash: string | null;
};

export async function findBrand(db: Queryable, orgId: string): Promise<Brand | undefined> {
  const [row] = await db.query<Row>(
    `SELECT color, support_email, support_phone, terms_url, privacy_url, footer, embed_origins, logo_hash
      FROM checkout_brands WHERE org_id = $1`,
    [orgId],
  );
  if (row === undefined) return undefined;
  return {
    color: row.color,
    supportEmail: row.support_email,
    supportPhone: row.support_phone,
    termsUrl: row.terms_url,
    privacyUrl: row.privacy_url,
    footer: row.footer,
    embedOrigins: row.embed_origins,
    logoHash: row.logo_hash,
  };
}

export async function upsertBrand(tx: Tx, orgId: string, brand: Omit<Brand, "logoHash">, at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO checkout_brands (org_id, color, support_email, support_phone, terms_url, privacy_url, footer,
     embed_origins, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (org_id) DO UPDATE SET color = EXCLUDED.color, support_email = EXCLUDED.support_email,
       support_phone = EXCLUDED.support_phone,
       terms_url = EXCLUDED.terms_url, privacy_url = EXCLUDED.privacy_url, footer = EXCLUDED.footer,
         embed_origins = EXCLUDED.embed_origins, updated_at = EXCLUDED.updated_at`,
    [
      orgId,
      brand.color,
      brand.supportEmail,
      brand.supportPhone,
      brand.termsUrl,
      brand.privacyUrl,
      brand.footer,
      brand.embedOrigins,
      at,
    ],
  );
}

export async function upsertLogo(tx: Tx, orgId: string, logo: Logo | null, at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO checkout_brands (org_id, logo, logo_type, logo_hash, updated_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (org_id) DO UPDATE SET logo = EXCLUDED.logo, logo_type = EXCLUDED.logo_type,
       logo_hash = EXCLUDED.logo_hash, updated_at = EXCLUDED.updated_at`,
    [orgId, logo?.bytes ?? null, logo?.type ?? null, logo === null ? null : hashOfLogo(logo), at],
  );
}

/** Finds a logo by the hash of its content, in any organization: a logo is public. */
export async function findLogo(db: Queryable, hash: string): Promise<Logo | undefined> {
  const [row] = await db.query<{ logo: Buffer; logo_type: LogoType }>(
    `SELECT logo, logo_type FROM checkout_brands WHERE logo_hash = $1 LIMIT 1`,
    [hash],
  );
  return row === undefined ? undefined : { bytes: row.logo, type: row.logo_type };
}
