/** Where backups are stored. A backup gets its name only when it is complete: an interrupted one leaves nothing that looks like a backup. */
export type BackupPlace = {
  write(name: string, content: AsyncIterable<Buffer>): Promise<string>;
  read(name: string): AsyncIterable<Buffer>;
  /** Names, oldest first. */
  list(): Promise<string[]>;
  /** How people refer to this place. */
  readonly description: string;
};
