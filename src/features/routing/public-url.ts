/** Names that mean this machine or the network around it. */
const NEAR = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|test|example|invalid)$/i;
const LONGEST_URL = 2_000;

/** A host as a URL parser gives it. Plain addresses are left alone: whoever writes one knows where it leads. */
function isPublicHost(host: string): boolean {
  const name = host.replace(/\.$/, '');
  return name.includes('.') && !name.startsWith('[') && !/^[\d.]+$/.test(name) && !NEAR.test(name);
}

/**
 * The address of a page on the public net, as our own fetching takes it; undefined for anything else: another scheme, a
 * private or loopback host, credentials, an unusual port, a part that is not known yet.
 */
export function publicUrl(text: string | undefined): string | undefined {
  if (text === undefined || text === '' || text.length > LONGEST_URL) return undefined;
  const full = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const url = URL.canParse(full) ? new URL(full) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  if (url.username !== '' || url.password !== '' || url.port !== '') return undefined;
  return isPublicHost(url.hostname) ? url.href : undefined;
}
