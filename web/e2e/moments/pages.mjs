// The pages around the boards, as walks for the list in index.mjs.

export const pages = [
  {
    board: 'home',
    name: 'home',
    walk: async function* ({ open }) {
      const list = await open('/');
      await Promise.all(list.map((p) => p.waitForSelector('.doors article')));
      yield { moment: 'a new visitor', pages: list };
    },
  },
];
