import { Modal, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useState } from "react";
import { api } from "../api/client.ts";
import type { Row } from "@corridor/shared/operations.ts";
import { FailureAlert } from "../components/failure-alert.tsx";
import { wordsOf } from "../components/status-badge.tsx";
import classes from "./find-anything.module.css";
import { Icon, type IconName } from "./icons.tsx";

type Hit = Row<"/search">;

const WAIT_MS = 200;
const MIN_LENGTH = 2;

/** The page of each kind of result; a kind without its own page uses its list. */
const PLACES: Record<Hit["type"], { icon: IconName; label: string; to: (id: string) => string }> = {
  payment: { icon: "payments", label: "Payment", to: (id) => `/payments/${id}` },
  customer: { icon: "people", label: "Customer", to: (id) => `/payments?customer=${id}` },
  beneficiary: { icon: "people", label: "Beneficiary", to: (id) => `/payments?beneficiary=${id}` },
  payment_link: { icon: "link", label: "Payment link", to: () => "/payment-links" },
  escrow: { icon: "escrow", label: "Escrow", to: (id) => `/escrow/${id}` },
  payout_batch: { icon: "upload", label: "Payout batch", to: (id) => `/payout-batches/${id}` },
  virtual_account: { icon: "account", label: "Virtual account", to: (id) => `/virtual-accounts/${id}` },
};

export function FindDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const [asked] = useDebouncedValue(text.trim(), WAIT_MS);
  const isAsked = asked.length >= MIN_LENGTH;
  const search = useQuery({
    queryKey: ["search", asked],
    queryFn: async ({ signal }) => (await api.get("/search", { query: { q: asked }, signal })).data,
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const hits = isAsked ? (search.data ?? []) : [];
  const chosen = Math.min(active, hits.length - 1);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setActive(Math.max(0, Math.min(hits.length - 1, chosen + (event.key === "ArrowDown" ? 1 : -1))));
    }
    if (event.key === "Enter" && hits[chosen] !== undefined) {
      onClose();
      void navigate({ to: PLACES[hits[chosen].type].to(hits[chosen].id) });
    }
  };

  return (
    <Modal opened onClose={onClose} title="Find anything" size="lg">
      <Stack gap="sm" pt={4}>
        <TextInput
          data-autofocus
          aria-label="Search"
          aria-describedby="find-hint"
          placeholder="Name, e-mail, phone, amount, reference or id"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          leftSection={<Icon name="search" size={16} />}
        />
        <FailureAlert error={search.error} />
        <ul className={classes.results} aria-label="Found">
          {hits.map((hit, index) => (
            <li key={`${hit.type} ${hit.id}`}>
              <Link
                to={PLACES[hit.type].to(hit.id)}
                onClick={onClose}
                className={classes.hit}
                data-active={index === chosen || undefined}
                aria-current={index === chosen ? "true" : undefined}
              >
                <Icon name={PLACES[hit.type].icon} />
                <span className={classes.text}>
                  <span className={classes.line}>{hit.title}</span>
                  <Text size="xs" c="dimmed" component="span" className={classes.line}>
                    {[PLACES[hit.type].label, hit.detail, hit.status === null ? null : wordsOf(hit.status)]
                      .filter((part) => part !== null && part !== "")
                      .join(" · ")}
                  </Text>
                </span>
              </Link>
            </li>
          ))}
        </ul>
        <Text size="sm" c="dimmed" role="status" id="find-hint">
          {!isAsked
            ? "Type at least two characters. Arrows choose, Enter opens."
            : search.isFetching
              ? "Searching…"
              : hits.length === 0
                ? "Nothing found. The search matches the beginning of names and references."
                : `${hits.length} found`}
        </Text>
      </Stack>
    </Modal>
  );
}
