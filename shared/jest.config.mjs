import { jestPreset } from './testing/jest.mjs'

export default jestPreset({ environment: 'page-or-node' })
