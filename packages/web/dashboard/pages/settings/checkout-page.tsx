import { Button, ColorInput, FileInput, Group, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { Data } from "@corridor/shared/operations.ts";
import { api } from "../../api/client.ts";
import { FailureAlert, LoadFailure } from "../../components/failure-alert.tsx";
import { textOrNull } from "../../components/form-values.ts";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { useWrite } from "../../components/use-write.ts";
import { PagePending } from "../../frame/page-pending.tsx";
import { useMay } from "../../session/may.ts";
import { useSession } from "../../session/session.ts";
import styles from "./checkout-page.module.css";

type Brand = Data<"get", "/orgs/{org_id}/payment-links/brand">;

const OUR_COLOR = "#0d6957";
const MAX_LOGO_BYTES = 262_144;
const MAX_LOGO_PIXELS = 640;
const brandKey = (orgId: string) => ["checkout-brand", orgId] as const;

/** How customers see the organization in the hosted checkout. */
export function CheckoutPage() {
  const { org_id: orgId, name } = useSession().organization!;
  const brand = useQuery({
    queryKey: brandKey(orgId),
    queryFn: async () => (await api.get("/orgs/{org_id}/payment-links/brand", { path: { org_id: orgId } })).data,
  });
  return (
    <Page title="Checkout" description="How the checkout looks to your customers.">
      <LoadFailure query={brand} title="Could not load the checkout's settings" />
      {brand.isPending && <PagePending />}
      {brand.data !== undefined && <BrandForm orgId={orgId} name={name} brand={brand.data} />}
    </Page>
  );
}

function BrandForm({ orgId, name, brand }: { orgId: string; name: string; brand: Brand }) {
  const may = useMay();
  const mayWrite = may("PUT /orgs/{org_id}/payment-links/brand");
  const form = useForm({
    initialValues: {
      color: brand.color ?? "",
      support_email: brand.support_email ?? "",
      support_phone: brand.support_phone ?? "",
      terms_url: brand.terms_url ?? "",
      privacy_url: brand.privacy_url ?? "",
      footer: brand.footer ?? "",
      embed_origins: brand.embed_origins.join("\n"),
    },
  });
  const save = useWrite({
    write: async (values: typeof form.values) =>
      api.put("/orgs/{org_id}/payment-links/brand", {
        path: { org_id: orgId },
        body: {
          color: textOrNull(values.color),
          support_email: textOrNull(values.support_email),
          support_phone: textOrNull(values.support_phone),
          terms_url: textOrNull(values.terms_url),
          privacy_url: textOrNull(values.privacy_url),
          footer: textOrNull(values.footer),
          embed_origins: values.embed_origins.split(/\s+/).filter((origin) => origin !== ""),
        },
      }),
    done: "The checkout is changed",
    refresh: [brandKey(orgId)],
  });
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Panel title="Looks and contact">
        <form onSubmit={form.onSubmit((values) => save.mutate(values))}>
          <Stack>
            <ColorInput
              withEyeDropper={false}
              label="Color"
              description="The color of buttons; white text must be readable on it. Leave empty for the default"
              readOnly={!mayWrite}
              {...form.getInputProps("color")}
            />
            <TextInput
              label="Support e-mail"
              type="email"
              readOnly={!mayWrite}
              {...form.getInputProps("support_email")}
            />
            <TextInput label="Support phone" type="tel" readOnly={!mayWrite} {...form.getInputProps("support_phone")} />
            <TextInput
              label="Terms"
              type="url"
              placeholder="https://"
              readOnly={!mayWrite}
              {...form.getInputProps("terms_url")}
            />
            <TextInput
              label="Privacy"
              type="url"
              placeholder="https://"
              readOnly={!mayWrite}
              {...form.getInputProps("privacy_url")}
            />
            <Textarea label="Footer" autosize maxLength={300} readOnly={!mayWrite} {...form.getInputProps("footer")} />
            <Textarea
              label="Sites that may show the checkout in a frame"
              description="One origin per line, like https://shop.example"
              autosize
              readOnly={!mayWrite}
              {...form.getInputProps("embed_origins")}
            />
            <FailureAlert error={save.error} title="Could not save" />
            {mayWrite && (
              <Group>
                <Button type="submit" loading={save.isPending}>
                  Save
                </Button>
              </Group>
            )}
          </Stack>
        </form>
      </Panel>
      <Stack>
        {mayWrite && <LogoPanel orgId={orgId} hasLogo={brand.logo_url !== null} />}
        <Preview name={name} logo={brand.logo_url} {...form.values} />
      </Stack>
    </SimpleGrid>
  );
}

function LogoPanel({ orgId, hasLogo }: { orgId: string; hasLogo: boolean }) {
  const save = useWrite({
    write: async (file: File | null) => {
      const path = { org_id: orgId };
      if (file === null) return api.delete("/orgs/{org_id}/payment-links/brand/logo", { path });
      const content = base64Of(await scaledLogo(file));
      return api.put("/orgs/{org_id}/payment-links/brand/logo", { path, body: { content } });
    },
    done: "The logo is changed",
    refresh: [brandKey(orgId)],
  });
  return (
    <Panel title="Logo">
      <Stack>
        <FileInput
          label="Picture"
          description="PNG, JPEG or WebP; a large picture is scaled down"
          accept="image/png,image/jpeg,image/webp"
          value={null}
          onChange={(file) => file !== null && save.mutate(file)}
        />
        <FailureAlert error={save.error} title="Could not save the logo" />
        {hasLogo && (
          <Group>
            <Button variant="default" onClick={() => save.mutate(null)} loading={save.isPending}>
              Remove the logo
            </Button>
          </Group>
        )}
      </Stack>
    </Panel>
  );
}

/** A small PNG of any picture that the browser can show: e-mails and PDF receipts can hold it too. */
async function scaledLogo(file: File): Promise<Uint8Array> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error("This file is not a picture that the browser can show; choose a PNG, JPEG or WebP");
  });
  for (let longestSide = MAX_LOGO_PIXELS; ; longestSide /= 2) {
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(picture.width * scale)),
      Math.max(1, Math.round(picture.height * scale)),
    );
    canvas.getContext("2d")!.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const scaled = await canvas.convertToBlob({ type: "image/png" });
    if (scaled.size <= MAX_LOGO_BYTES) return new Uint8Array(await scaled.arrayBuffer());
  }
}

function base64Of(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

type PreviewProps = {
  name: string;
  logo: string | null;
  color: string;
  support_email: string;
  support_phone: string;
  footer: string;
};

/** A preview of the typed values as a customer would see them; nothing is saved yet. */
function Preview({ name, logo, color, support_email: email, support_phone: phone, footer }: PreviewProps) {
  return (
    <Panel title="Preview">
      <section className={styles["sheet"]} aria-label="Preview of the checkout">
        {logo !== null && <img className={styles["logo"]} src={logo} alt="" />}
        <strong>Pay {name}</strong>
        <span className={styles["amount"]}>1,500.00 KES</span>
        <span className={styles["button"]} style={{ background: color === "" ? OUR_COLOR : color }}>
          Pay 1,500.00 KES
        </span>
        {(email !== "" || phone !== "") && (
          <small>Questions about this payment? {[email, phone].filter((part) => part !== "").join(", ")}</small>
        )}
        {footer !== "" && <small>{footer}</small>}
      </section>
    </Panel>
  );
}
