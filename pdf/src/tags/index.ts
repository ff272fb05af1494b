export { hasStructure } from './structure-tree.ts'
export * from './tag-widgets.ts'
