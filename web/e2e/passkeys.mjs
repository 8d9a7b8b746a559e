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
    // Its owner is asked by what act does, and does not put a finger on it. An answer takes the device a while.
    refuse: async (act) => {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
      await page.evaluate(() => {
        const ask = navigator.credentials.get.bind(navigator.credentials);
        navigator.credentials.get = (options) => ask(options).catch((e) => ((window.refused = true), Promise.reject(e)));
      });
      await act();
      await page.waitForFunction(() => window.refused);
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    },
  };
}

/** Keep a name on a page, in whatever language; the page is home after it. */
export async function keepName(page, server, name) {
  await device(page);
  await page.goto(`${domain(server)}/account`, { waitUntil: 'networkidle' });
  await page.locator('.keep input').fill(name);
  await page.waitForSelector('.state.ok');
  await page.locator('.keep .commit').click();
  await page.waitForSelector('.codes li');
  await page.locator('.codes input').check();
  await page.locator('.codes .commit').click();
  await page.waitForSelector('.games article');
}
