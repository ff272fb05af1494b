import { jestPreset } from 'shared/testing/jest'

export default jestPreset({ environment: 'page-or-node' })
