import 'testcontainers';
