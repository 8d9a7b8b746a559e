// Devices that keep passkeys.

/** Passkeys belong to a domain, and the address of a machine is none. */
export const domain = (server) => server.url.replace('127.0.0.1', 'localhost');

/** A device that keeps passkeys and lets its owner use them without a prompt. */
export async function device(page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  });
  return {
    keys: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    lose: () => cdp.send('WebAuthn.clearCredentials', { authenticatorId }),
    // Its owner does not put a finger on it.
    refuse: (on) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: !on }),
  };
}
