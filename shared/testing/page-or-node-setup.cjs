'use strict'
if ('document' in globalThis) require('./jsdom-setup.mjs')
else require('./fail-on-console.mjs').failOnConsole()
