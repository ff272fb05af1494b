'use strict'
const { TestEnvironment: NodeEnvironment } = require('jest-environment-node')

/** Packages in the form that browsers get. */
class WithoutPage extends NodeEnvironment {
  exportConditions() {
    return ['browser']
  }
}

/**
 * A page for `.test.tsx` only: to make one and to load Testing Library takes longer than most files without a page. A
 * `.test.ts` that needs a page says `@jest-environment jsdom`.
 */
module.exports = function PageOrNode(config, context) {
  const Environment = context.testPath.endsWith('.tsx')
    ? require('jest-environment-jsdom').TestEnvironment
    : WithoutPage
  return new Environment(config, context)
}
