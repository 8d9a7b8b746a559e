// Sets the theme and the language of the document before the first paint; the page's own script keeps them after.
(function () {
  var chosen = null;
  try {
    chosen = JSON.parse(localStorage.getItem('mirabilia') || '{}');
  } catch (e) {
    chosen = {};
  }
  var theme = chosen.theme;
  if (theme !== 'day' && theme !== 'night') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'day';
  }
  document.documentElement.dataset.theme = theme;
  if (chosen.lang) document.documentElement.lang = chosen.lang;
})();
