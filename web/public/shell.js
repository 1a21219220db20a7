// Runs before the first paint: tells the style sheet which screen's skeleton to show.
document.documentElement.dataset.screen = location.pathname === '/' ? 'home' : 'page'
