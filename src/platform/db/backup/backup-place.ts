/** Where backups lie. A backup has its name only when it is whole: one that was cut off leaves nothing that looks like one. */
export type BackupPlace = {
  write(name: string, content: AsyncIterable<Buffer>): Promise<string>;
  read(name: string): AsyncIterable<Buffer>;
  /** Names, oldest first. */
  list(): Promise<string[]>;
  /** How people call it. */
  readonly description: string;
};
