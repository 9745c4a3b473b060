import { useQuery } from "@tanstack/react-query";
import { api } from "../../../api/client.ts";
import { banksQuery } from "../../../components/network-select.tsx";
import { BENEFICIARIES, type Beneficiary } from "../../beneficiaries/beneficiary.ts";
import type { World } from "./read-people.ts";

const PAGE = 100;
/** Whom a list is matched with; others of a larger organization are found by the service, which knows their accounts. */
const MAX_PAYEES = 5_000;

/** Everybody who is known, and the banks and networks of the country. */
export function useWorld(country: string): Pick<World, "beneficiaries" | "banks" | "networks"> | undefined {
  const beneficiaries = useQuery({
    queryKey: [...BENEFICIARIES, "all"],
    queryFn: async () => {
      const all: Beneficiary[] = [];
      let cursor: string | undefined;
      do {
        const { data, meta } = await api.get("/beneficiaries", { query: { limit: PAGE, last_evaluated_key: cursor } });
        all.push(...data);
        cursor = meta.last_evaluated_key ?? undefined;
      } while (cursor !== undefined && all.length < MAX_PAYEES);
      return all;
    },
  });
  const banks = useQuery(banksQuery(country));
  const networks = useQuery({
    queryKey: ["networks", country],
    queryFn: () => api.post("/externals/networks", { body: { country } }),
    enabled: country !== "",
  });
  if (beneficiaries.data === undefined || banks.data === undefined || networks.data === undefined) return undefined;
  return {
    beneficiaries: beneficiaries.data,
    banks: banks.data,
    networks: networks.data.data.map(({ name }) => name),
  };
}

/** The file as text, or a workbook as base64: what the service reads. */
export async function contentOf(file: File): Promise<{ csv: string } | { xlsx: string }> {
  if (!file.name.toLowerCase().endsWith(".xlsx")) return { csv: textOf(await file.arrayBuffer()) };
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(new Error("The file could not be read")));
    reader.readAsDataURL(file);
  });
  return { xlsx: url.slice(url.indexOf(",") + 1) };
}

const LITTLE_ENDIAN_MARK = 0xfeff;

/** Spreadsheets save text in UTF-8, in UTF-16 with its mark, or in the code page of Windows. */
export function textOf(bytes: ArrayBuffer): string {
  const isUtf16 = bytes.byteLength >= 2 && new DataView(bytes).getUint16(0, true) === LITTLE_ENDIAN_MARK;
  if (isUtf16) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
