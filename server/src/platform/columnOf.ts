/** Wire field to column: device_name stays, factoryCode → factory_code, mobileID → mobile_id. */
export const columnOf = (field: string): string => field.replace(/([a-z\d])([A-Z]+)/g, '$1_$2').toLowerCase();
