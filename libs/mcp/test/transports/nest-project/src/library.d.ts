// The suite puts the compiled library into the project's node_modules, without its types.
declare module 'nest-toolport/run-stdio';
declare module 'nest-toolport/lifecycle-app';
