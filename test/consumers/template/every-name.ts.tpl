// Under `skipLibCheck: false` the declarations of each entry point are checked, the optional peers of
// none installed.
export * from 'nest-toolport';
export * as testing from 'nest-toolport/testing';
