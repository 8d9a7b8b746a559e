// Passkeys: what the server asks for and the browser answers, as JSON. The browser's own conversion is too new to rely on.

type Json = Record<string, any>;

const bytes = (text: string) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));

function text(buffer: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

const known = (list: Json[] | undefined) => list?.map((x) => ({ ...x, id: bytes(x.id) }) as unknown as PublicKeyCredentialDescriptor);

/** Whether this browser keeps passkeys here. */
export const canKeep = () => isSecureContext && typeof PublicKeyCredential === 'function';

function answer(credential: PublicKeyCredential, response: Json) {
  return { id: credential.id, rawId: text(credential.rawId), type: credential.type, response, clientExtensionResults: {} };
}

/** Ask the device for a new passkey; null if its owner would rather not. */
export async function create(options: Json) {
  const credential = await asked(() =>
    navigator.credentials.create({ publicKey: { ...options, challenge: bytes(options.challenge), user: { ...options.user, id: bytes(options.user.id) }, excludeCredentials: known(options.excludeCredentials) } as unknown as PublicKeyCredentialCreationOptions }),
  );
  if (!credential) return null;
  const r = credential.response as AuthenticatorAttestationResponse;
  return answer(credential, { clientDataJSON: text(r.clientDataJSON), attestationObject: text(r.attestationObject), transports: r.getTransports?.() ?? [] });
}

/** Ask the device for one of its passkeys; null if its owner would rather not. */
export async function get(options: Json) {
  const credential = await asked(() => navigator.credentials.get({ publicKey: { ...options, challenge: bytes(options.challenge), allowCredentials: known(options.allowCredentials) } as PublicKeyCredentialRequestOptions }));
  if (!credential) return null;
  const r = credential.response as AuthenticatorAssertionResponse;
  return answer(credential, { clientDataJSON: text(r.clientDataJSON), authenticatorData: text(r.authenticatorData), signature: text(r.signature), userHandle: r.userHandle && text(r.userHandle) });
}

/** A prompt that is closed or runs out is no fault: nothing happens. */
async function asked(prompt: () => Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    return (await prompt()) as PublicKeyCredential | null;
  } catch (e) {
    if (e instanceof DOMException && ['NotAllowedError', 'AbortError', 'InvalidStateError'].includes(e.name)) return null;
    throw e;
  }
}
