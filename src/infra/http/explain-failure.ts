import { systemCode } from '#core/errors.ts';
import type { HopFailure } from './hop.ts';

/** Worth a second try at once: a network that is just coming up, a server that is just restarting. */
const TRANSIENT = new Set(['EAI_AGAIN', 'ETIMEDOUT', 'ENETUNREACH', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'DNS: the name does not exist. Check the spelling of the host',
  ENODATA: 'DNS: the name has no address',
  EAI_AGAIN: 'DNS: the name server did not answer',
  EAI_NODATA: 'DNS: the name has no address',
  ECONNREFUSED: 'connection refused: nothing listens there',
  ECONNRESET: 'the server closed the connection',
  UND_ERR_SOCKET: 'the server closed the connection before the answer was complete',
  EPIPE: 'the server closed the connection',
  ETIMEDOUT: 'timeout: no connection',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'the network is not reachable',
  EADDRNOTAVAIL: 'no route to the host',
  EACCES: 'the system does not permit this connection',
  EPERM: 'the system does not permit this connection',
  CERT_HAS_EXPIRED: 'TLS: the certificate has expired',
  CERT_NOT_YET_VALID: 'TLS: the certificate is not valid yet',
  CERT_REVOKED: 'TLS: the certificate was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'TLS: the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN:
    'TLS: the certificate chain ends in a self-signed certificate that is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'TLS: the certificate chain is incomplete',
  UNABLE_TO_GET_ISSUER_CERT: 'TLS: the issuer of the certificate is not known',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'TLS: the issuer of the certificate is not known',
  UND_ERR_HEADERS_OVERFLOW: 'the headers are larger than 64 KB',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the body is not as long as content-length says',
  UND_ERR_HEADERS_TIMEOUT: 'timeout: no answer within 10 s',
  UND_ERR_BODY_TIMEOUT: 'timeout: the body stopped coming',
  Z_DATA_ERROR: 'the body is not what content-encoding says',
  Z_BUF_ERROR: 'the compressed body ends too early',
};

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 200);

/** TLS errors without an entry of their own say in their message what they are. */
function reasonOf(code: string, message: string): string {
  const known = REASONS[code];
  if (known !== undefined) return known;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `TLS: the certificate is for another name (${oneLine(message.replace(/^.*?altnames: /i, ''))})`;
  if (/wrong version number|packet length too long|http request/i.test(message))
    return 'TLS: the server does not speak TLS on this port';
  if (/^(?:ERR_SSL|ERR_TLS|EPROTO|CERT_|UNABLE_)/.test(code)) return `TLS: ${oneLine(message)}`;
  if (/^(?:HPE_|UND_ERR_)/.test(code) || /HTTP\/1\.1 protocol/.test(message))
    return `the answer is no HTTP (${oneLine(message)})`;
  if (/^(?:ERR__|ERR_BROTLI|Z_)/.test(code)) return 'the body is not what content-encoding says';
  return oneLine(message) || code;
}

/** A thrown value of the network as an outcome. Several tried addresses: the last error that says more than "refused". */
export function toFailure(thrown: unknown): HopFailure {
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return toFailure(thrown.errors.at(-1));
  const code = systemCode(thrown) ?? 'UNKNOWN';
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  if (code === 'UNKNOWN' && systemCode(cause) !== undefined) return toFailure(cause);
  return { kind: 'failed', code, reason: reasonOf(code, message), isTransient: TRANSIENT.has(code) };
}
