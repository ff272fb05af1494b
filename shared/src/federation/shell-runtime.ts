/** What containers use of the federation runtime. */
export { createInstance, init } from '@module-federation/enhanced/runtime'
