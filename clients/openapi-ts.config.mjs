// For @hey-api/openapi-ts: imports with a file extension, as Node.js wants them.
export default {
  input: "../openapi.yaml",
  output: { path: "generated/hey-api", importFileExtension: ".js" },
};
