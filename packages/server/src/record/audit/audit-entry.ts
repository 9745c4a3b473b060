/** One line of the audit log as it is read back. */
export type AuditRecord = {
  readonly org_id: string;
  readonly audit_id: string;
  readonly actor_type: "user" | "api-key" | "system";
  readonly actor_id: string;
  readonly actor_user_id: string | null;
  readonly action: string;
  readonly resource_type: string;
  readonly resource_id: string;
  readonly changes: Record<string, unknown> | null;
  readonly request_id: string | null;
  readonly created_at: Date;
  /** Position in the organization's chain; null until the entry is sealed. */
  readonly position: number | null;
  readonly hash: string | null;
};

export type AuditFilter = {
  readonly action?: string;
  readonly actorId?: string;
  readonly resourceType?: string;
  readonly resourceId?: string;
  readonly from?: Date;
  readonly to?: Date;
};
