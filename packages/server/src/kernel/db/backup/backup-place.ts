/** A backup gets its name only when it is complete: an interrupted one leaves nothing that looks like one. */
export type BackupPlace = {
  write(name: string, content: AsyncIterable<Buffer>): Promise<string>;
  /** `onSize` is called once with the size in bytes, if the place knows it. */
  read(name: string, onSize?: (bytes: number) => void): AsyncIterable<Buffer>;
  /** Names, oldest first. */
  list(): Promise<string[]>;
  readonly description: string;
};
