export { PlaceGhosts } from './PlaceGhosts.tsx'
export { PlacesSection } from './PlacesSection.tsx'
export { readPlaces } from './read-places.ts'
