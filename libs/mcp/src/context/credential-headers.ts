/** Request headers that count as credentials unless `credentialHeaders` says otherwise; lower-case. */
export const CREDENTIAL_HEADERS = ['authorization', 'x-api-key', 'cookie'] as const;
