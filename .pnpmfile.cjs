/*
 * Generators of clients call the compiler as a library, which TypeScript 7 does not offer.
 */
const COMPILER = '5.9.3'
const GENERATORS = ['openapi-typescript', '@hey-api/openapi-ts', '@hey-api/shared', '@hey-api/codegen-core']

module.exports = {
  hooks: {
    readPackage: (manifest) => {
      if (!GENERATORS.includes(manifest.name) || manifest.peerDependencies?.typescript === undefined) return manifest
      const { typescript: _, ...peerDependencies } = manifest.peerDependencies
      return { ...manifest, peerDependencies, dependencies: { ...manifest.dependencies, typescript: COMPILER } }
    },
  },
}
