// A browser that can have messages. Headless ones have no push service, so this plays the browser's part: the person's answer, and a subscription.

import { createECDH, randomBytes } from 'node:crypto';

/** Let a page's browser have messages; answer is what the person says when the browser asks. */
export async function pushing(page, answer = 'granted') {
  const key = createECDH('prime256v1');
  key.generateKeys();
  const place = { endpoint: `https://push.example.com/${randomBytes(8).toString('hex')}`, keys: { p256dh: key.getPublicKey().toString('base64url'), auth: randomBytes(16).toString('base64url') } };
  await page.addInitScript(
    ([said, where]) => {
      const [permission, subscribed] = ['stub-permission', 'stub-subscribed'];
      window.askedForPush = 0;
      window.Notification = class {
        static get permission() {
          return localStorage.getItem(permission) ?? 'default';
        }
        static async requestPermission() {
          window.askedForPush++;
          localStorage.setItem(permission, said);
          return said;
        }
      };
      window.PushManager ??= class {};
      const made = { toJSON: () => where, unsubscribe: async () => (localStorage.removeItem(subscribed), true) };
      const manager = {
        subscribe: async ({ applicationServerKey, userVisibleOnly }) => {
          if (!userVisibleOnly || applicationServerKey.length !== 87) throw new DOMException('not allowed', 'NotAllowedError');
          localStorage.setItem(subscribed, applicationServerKey);
          return made;
        },
        getSubscription: async () => (localStorage.getItem(subscribed) ? made : null),
      };
      Object.defineProperty(ServiceWorkerRegistration.prototype, 'pushManager', { get: () => manager });
      navigator.setAppBadge = async (n) => void (window.badge = n);
      navigator.clearAppBadge = async () => void (window.badge = 0);
    },
    [answer, place],
  );
}
