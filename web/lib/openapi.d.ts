// eslint-disable-next-line -- replaced by the generator once the document exists
export type paths = any;
