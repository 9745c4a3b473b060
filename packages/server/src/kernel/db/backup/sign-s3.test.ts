import { expect, test } from "vitest";
import { EMPTY_HASH, encode, sha256, signS3 } from "./sign-s3.ts";

/** The examples of AWS's own documentation ("Signature Calculations for the Authorization Header"). */
const CREDENTIALS = {
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  region: "us-east-1",
};
const AT = new Date("2013-05-24T00:00:00Z");
const HOST = "https://examplebucket.s3.amazonaws.com";

test.each([
  [
    "GET",
    "/test.txt",
    { range: "bytes=0-9" },
    EMPTY_HASH,
    "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  ],
  [
    "PUT",
    "/test%24file.text",
    { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
    sha256("Welcome to Amazon S3."),
    "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
  ],
  ["GET", "/?lifecycle", {}, EMPTY_HASH, "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"],
  ["GET", "/?max-keys=2&prefix=J", {}, EMPTY_HASH, "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"],
])("%s %s is signed as AWS signs it", (method, path, headers, bodyHash, signature) => {
  const sent = signS3({ method, url: new URL(`${HOST}${path}`), headers, bodyHash }, CREDENTIALS, AT);
  expect(sent["authorization"]).toContain(`Signature=${signature}`);
  expect(sent).toMatchObject({
    host: "examplebucket.s3.amazonaws.com",
    "x-amz-date": "20130524T000000Z",
    "x-amz-content-sha256": bodyHash,
  });
});

test("names are encoded as the signature wants them", () => {
  expect(encode("corridor (1)*'!~é")).toBe("corridor%20%281%29%2A%27%21~%C3%A9");
});
